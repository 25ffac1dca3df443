"""Runs a WebAssembly program in wasmtime, `run.py program.wasm [argument ...]`, and ends with its status."""

import sys

import wasmtime

engine = wasmtime.Engine()
linker = wasmtime.Linker(engine)
linker.define_wasi()
store = wasmtime.Store(engine)
config = wasmtime.WasiConfig()
config.argv = sys.argv[1:]
config.inherit_env()
config.inherit_stdout()
config.inherit_stderr()
store.set_wasi(config)
instance = linker.instantiate(store, wasmtime.Module.from_file(engine, sys.argv[1]))
try:
    instance.exports(store)["_start"](store)
except wasmtime.ExitTrap as end:
    sys.exit(end.code)

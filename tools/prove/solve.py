"""Claims put to z3: a claim holds when its negation has no model."""

import time

import z3

PROVED, REFUTED = [], []
# Milliseconds; a claim that takes longer is an error, not a result.
TIMEOUT = 120_000


class Failed(Exception):
    """A claim that was expected to hold does not, or the reverse."""


def countermodel(claim, *given):
    """A model in which `given` holds and `claim` does not, or None where there is none."""
    solver = z3.SolverFor("QF_BV") if is_bitvectors(claim, given) else z3.Solver()
    solver.set("timeout", TIMEOUT)
    solver.add(*given)
    solver.add(z3.Not(claim))
    result = solver.check()
    if result == z3.unknown:
        raise Failed(f"z3 gave up: {solver.reason_unknown()}")
    return solver.model() if result == z3.sat else None


def is_bitvectors(claim, given):
    """True if all constants of the claim are bit vectors or booleans."""
    seen, todo = set(), [claim, *given]
    while todo:
        part = todo.pop()
        if part.get_id() in seen:
            continue
        seen.add(part.get_id())
        if not (z3.is_bv(part) or z3.is_bool(part)):
            return False
        if z3.is_app(part) and part.num_args() and part.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            return False
        todo.extend(part.children())
    return True


def holds(name, claim, *given):
    """Notes a claim that holds; raises `Failed`, with the values that refute it, where it does not."""
    start = time.monotonic()
    model = countermodel(claim, *given)
    if model is not None:
        raise Failed(f"{name}: refuted by {shown(model)}")
    PROVED.append((name, time.monotonic() - start))


def refuted(name, claim, *given):
    """Notes a claim that does not hold, and returns the model that refutes it."""
    model = countermodel(claim, *given)
    if model is None:
        raise Failed(f"{name}: it was expected to be refuted, and holds")
    REFUTED.append(name)
    return model


def shown(model):
    """The values of a model, by name."""
    values = sorted((str(part), model[part]) for part in model.decls())
    return ", ".join(f"{name} = {value}" for name, value in values)

// Compiles a specification with Kaitai's own compiler: node compile.js FILE FOLDER.
const fs = require("fs"), path = require("path");
const compiler = require("kaitai-struct-compiler"), yaml = require("yaml");

const [, , file, folder] = process.argv;
const specification = yaml.parse(fs.readFileSync(file, "utf8"));
const none = { importYaml: () => Promise.reject(new Error("nothing is imported")) };

async function main() {
  for (const language of ["python", "javascript"]) {
    const files = await compiler.compile(language, specification, none, false);
    for (const name in files) fs.writeFileSync(path.join(folder, name), files[name]);
  }
}

main().catch((error) => {
  console.error(String(error.message || error));
  process.exit(1);
});

// Compiles a specification with Kaitai's own compiler: node compile.js FILE FOLDER LANGUAGE...
const fs = require("fs"), path = require("path");
const compiler = require("kaitai-struct-compiler"), yaml = require("yaml");

const [, , file, folder, ...languages] = process.argv;
const specification = yaml.parse(fs.readFileSync(file, "utf8"));
const none = { importYaml: () => Promise.reject(new Error("nothing is imported")) };

async function main() {
  for (const language of languages) {
    const files = await compiler.compile(language, specification, none, false);
    for (const name in files) {
      const target = path.join(folder, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      const start = language === "go" ? "package readers\n" : "";
      fs.writeFileSync(target, start + files[name]);
    }
  }
}

main().catch((error) => {
  console.error(String(error.message || error));
  process.exit(1);
});

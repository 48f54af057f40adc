// Runs one case script on the 32-bit MicroPython that npm has as WebAssembly.
// node wasm_runner.mjs PACKAGE_FOLDER MODULES_FOLDER case.py
// The modules, the vectors and this folder are copied into its file system, with the paths that the scripts expect.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [packageFolder, modulesFolder, script] = process.argv.slice(2);
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const { loadMicroPython } = await import(pathToFileURL(path.join(packageFolder, "micropython.mjs")));
const mp = await loadMicroPython({ heapsize: 4 * 1024 * 1024, stdout: (line) => console.log(line), linebuffer: true });

function copy(from, to, wanted) {
  mp.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== "__pycache__") copy(source, `${to}/${entry.name}`, wanted);
    } else if (wanted.test(entry.name)) {
      mp.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(source));
    }
  }
}

// the pure packages only: nothing else of the firmware runs here
for (const layer of ["domain", "wire"]) copy(path.join(modulesFolder, "tavolo", layer), `/modules/tavolo/${layer}`, /\.(py|mpy)$/);
copy(here, "/tests/both", /\.py$/);
copy(path.join(here, "..", "vectors"), "/tests/vectors", /\.json$/);
// those that cases_ticks.py reads as files
for (const folder of ["boards/drivers", "firmware/tavolo/services"]) copy(path.join(here, "../..", folder), `/${folder}`, /^(clock|timesync|files)\.py$/);
mp.runPython(`
import os, sys
os.chdir("/tests/both")
sys.path[:] = ["/modules", "/tests/both"]
try:
    exec(open(${JSON.stringify(script)}).read(), {"__name__": "__main__"})
except SystemExit:
    pass
except Exception as error:
    sys.print_exception(error)
`);

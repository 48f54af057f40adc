// Loads an image into the 32-bit MicroPython that npm has as WebAssembly and weighs it, module by module.
// node runner.mjs PACKAGE_FOLDER PLAN.json MODE MORE; prints one JSON object.
// MODE: base (what the interpreter and the stand-ins take), weigh (all modules), live (the App), script (the App, and then
// the plan's script over it; its lines come back as `said`). MORE: bytes of heap
// beside the plan's, for what is no part of what a board has left. One process each: two interpreters in one do not last.
// Garbage is collected between two calls of runPython only, and the heap could grow: both are looked after here.
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

// by itself node prints the interpreter's whole source, which is one line
const failed = (error) => {
  console.log(String(error?.stack ?? error).split("\n").filter((line) => line.length < 300).join("\n"));
  process.exit(1);
};
process.on("uncaughtException", failed);
process.on("unhandledRejection", failed);

const [packageFolder, planFile, mode, more] = process.argv.slice(2);
const plan = JSON.parse(fs.readFileSync(planFile));
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const { loadMicroPython } = await import(pathToFileURL(path.join(packageFolder, "micropython.mjs")));

function copy(fsys, from, to) {
  fsys.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = `${to === "/" ? "" : to}/${entry.name}`;
    if (entry.isDirectory()) copy(fsys, source, target);
    else fsys.writeFile(target, fs.readFileSync(source));
  }
}

async function machine(heap) {
  const printed = [];
  const mp = await loadMicroPython({ heapsize: heap, stdout: (line) => printed.push(line), linebuffer: true });
  copy(mp.FS, plan.tree, "/");
  for (const [name, from] of Object.entries(plan.files)) mp.FS.writeFile(name, fs.readFileSync(from));
  mp.runPython('import gc, sys, os, micropython\nos.chdir("/")\nsys.path[:] = ["", ".frozen", "/bench32"]');
  copy(mp.FS, here, "/bench32");
  mp.runPython(`import stand_ins, drive\nstand_ins.ACCEPT = bytes.fromhex("${plan.accept}")\nstand_ins.feed = open("/feed.bin", "rb")`);
  const collect = () => { mp.runPython("gc.collect()"); mp.runPython("gc.collect()"); };
  const info = () => {
    collect();
    printed.length = 0;
    mp.runPython("micropython.mem_info()");
    const text = printed.join("\n");
    const total = Number(/total: (\d+)/.exec(text)[1]);
    return { used: Number(/used: (\d+)/.exec(text)[1]), total, piece: 16 * Number(/max free sz: (\d+)/.exec(text)[1]) };
  };
  return { mp, info, base: info(), printed };
}

const { mp, info, base, printed } = await machine(plan.heap + Number(more));
const out = { base: base.used, weights: {}, steps: {} };
const load = (names, each = () => {}) => {
  let before = info().used;
  for (const [name, modules] of Object.entries(names)) {
    mp.runPython("_had = set(sys.modules)");
    for (const module of modules) mp.runPython(`__import__("${module}")`);
    const now = info().used;
    out.weights[name] = now - before;
    each();
    before = info().used;
  }
};
const loadAll = () => load(Object.fromEntries(plan.load.map((name) => [name, [name]])));
// over all that is resident: what is loaded for a while, and forgotten again before the next
const loadAndForget = () => load(plan.on_demand, () => mp.runPython(`
for _name in [n for n in sys.modules if n not in _had]:
    sys.modules.pop(_name)
    _up, _, _last = _name.rpartition(".")
    if hasattr(sys.modules.get(_up), _last):
        delattr(sys.modules[_up], _last)`));
const step = (name) => {
  const { used, piece, total } = info();
  mp.runPython("_at = drive.where()");
  out.steps[name] = { used: used - base.used, piece, grown: total - base.total, where: mp.globals.get("_at") };
};
const run = (ms) => { for (let at = 0; at < ms; at += 10) { mp.runPython("drive.run(10)"); mp.runPython("gc.collect()"); } };

const live = () => {
  // main.py statement by statement; what one imports is loaded before it, module by module, as garbage must go in between
  for (const { imports, code } of plan.main) {
    load(Object.fromEntries(imports.map((name) => [name, [name]])));
    mp.runPython(code);
  }
  mp.runPython("drive.app = app");
  step("built");
  run(plan.link_ms);
  step("linked");
  plan.presses.forEach(([key, hold], at) => {
    mp.runPython(`drive.level(${plan.pins[key]}, 0)`);
    run(hold);
    mp.runPython(`drive.level(${plan.pins[key]}, 1)`);
    run(700);
    step(`${at + 1} ${key}`);
  });
  // every screen there is, laid over the count, one after the other
  for (const name of plan.screens ?? []) {
    mp.runPython(`drive.lay("${name}")`);
    step(`screen ${name}`);
  }
};

const script = () => {
  printed.length = 0;
  mp.runPython(fs.readFileSync(plan.script, "utf8"));
  out.said = [...printed];
};

const modes = { script: [live, script], base: [], weigh: [loadAll, loadAndForget], live: [live] };
for (const part of modes[mode]) part();
console.log(JSON.stringify(out));

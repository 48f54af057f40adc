// Draws the panels as they come and sends keys as they go down and up.
const NAMES = ["UP", "DOWN", "OK", "BACK", "NS", "EW"];
const SIGNS = { UP: "▲", DOWN: "▼", OK: "OK", BACK: "BACK", NS: "↕ N-S", EW: "↔ E-W" };
const KEYBOARD = { ArrowUp: "UP", ArrowDown: "DOWN", Enter: "OK", Backspace: "BACK", n: "NS", e: "EW" };
const holder = document.getElementById("tables");
const tables = new Map();
let picked = null;
let socket;

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function key(n, name, down) {
  const table = tables.get(n);
  table.buttons[name].classList.toggle("down", down);
  table.held[down ? "add" : "delete"](name);
  send({ n, key: name, down });
}

function pick(n) {
  if (picked !== null) tables.get(picked).box.classList.remove("picked");
  picked = n;
  tables.get(n).box.classList.add("picked");
}

function make(n, name) {
  const box = document.createElement("section");
  box.className = "table";
  const top = document.createElement("div");
  top.className = "top";
  const title = document.createElement("span");
  const led = document.createElement("i");
  led.className = "led";
  title.append(led, `device ${name}`);
  const tone = document.createElement("span");
  const power = document.createElement("button");
  power.className = "power";
  power.textContent = "power off";
  power.onclick = () => send({ n, power: !tables.get(n).alive });
  top.append(title, tone, power);
  const canvas = document.createElement("canvas");
  canvas.width = 128;
  canvas.height = 64;
  const row = document.createElement("div");
  row.className = "keys";
  const buttons = {};
  for (const each of NAMES) {
    const button = document.createElement("button");
    button.textContent = SIGNS[each];
    button.onpointerdown = (event) => { button.setPointerCapture(event.pointerId); pick(n); key(n, each, true); };
    button.onpointerup = button.onpointercancel = () => key(n, each, false);
    buttons[each] = button;
    row.append(button);
  }
  box.onpointerdown = () => pick(n);
  box.append(top, canvas, row);
  holder.append(box);
  const table = { box, canvas, led, tone, power, buttons, held: new Set(), alive: true };
  tables.set(n, table);
  return table;
}

function draw(canvas, frame) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(128, 64);
  for (let y = 0; y < 64; y++) {
    for (let x = 0; x < 128; x++) {
      const lit = (frame.charCodeAt((y >> 3) * 128 + x) >> (y & 7)) & 1;
      image.data.set(lit ? [255, 190, 80, 255] : [13, 10, 5, 255], (y * 128 + x) * 4);
    }
  }
  context.putImageData(image, 0, 0);
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onmessage = (event) => {
    const m = JSON.parse(event.data);
    const table = tables.get(m.n) || make(m.n, m.name);
    draw(table.canvas, m.alive ? atob(m.frame) : "\0".repeat(1024));
    table.power.textContent = m.alive ? "power off" : "power on";
    table.led.classList.toggle("on", m.alive && m.led);
    table.tone.textContent = m.alive && m.tone ? `♪ ${m.tone} Hz` : "";
    table.alive = m.alive;
    table.box.classList.toggle("dead", !m.alive);
  };
  socket.onclose = () => setTimeout(connect, 1000);
}

for (const [type, down] of [["keydown", true], ["keyup", false]]) {
  addEventListener(type, (event) => {
    const name = KEYBOARD[event.key];
    if (name === undefined || picked === null) return;
    event.preventDefault();
    if (!event.repeat) key(picked, name, down);
  });
}
// a window that is left sees no key go up
addEventListener("blur", () => tables.forEach((table, n) => table.held.forEach((name) => key(n, name, false))));
connect();

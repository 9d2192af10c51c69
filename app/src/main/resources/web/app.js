import { ask, clock, fillTable, number, seconds, span, Unauthorized } from "/assets/api.js";
import { Chart, groups, lines } from "/assets/charts.js";
import { STEPS, Timeline } from "/assets/windows.js";

const KEPT = 300;
const GROUPS_SHOWN = 200;
const $ = id => document.getElementById(id);
const short = value => number(value, Math.abs(value) < 100 ? 2 : 0);
const timeOfDay = value => new Date(value * 1000).toISOString().slice(11, 19);

const history = { time: [], input: [], processed: [], lag: [], watermark: [], event: [] };
const rateChart = new Chart($("rate-chart"), lines(["comes in", "processed"], 170, short), true);
const lagChart = new Chart($("lag-chart"), lines(["lag"], 120, short), true);
const watermarkChart = new Chart($("watermark-chart"), lines(["watermark", "largest event time"], 170, timeOfDay, STEPS), true);
const groupsChart = new Chart($("groups-chart"), groups(220, short));
const timeline = new Timeline($("timeline"), () => showWindow());

let query = null;
let paused = false;
let shownGroups = null;
let rowsBefore = null;
let lastCommit = -1;
let nulled = 0;

async function once() {
  if (!query) {
    query = await ask("/api/query");
    describe();
  }
  const [progress, activity] = await Promise.all([ask("/api/progress"), ask("/api/activity")]);
  tiles(progress);
  remember(progress);
  if (windowed()) windows(progress, activity);
  partitions(progress);
  lateness(activity);
}

// a query without a window has neither windows nor a watermark
const windowed = () => query.windowSeconds > 0;

async function sometimes() {
  if (!query) return;
  const [recent, dead] = await Promise.all([ask("/api/progress/recent?limit=30"), ask("/api/dead-letters")]);
  commits(recent);
  deadLetters(dead);
}

function describe() {
  document.title = query.name + " – Sluice";
  $("name").textContent = query.name;
  $("sql").textContent = query.sql.trim();
  $("plan").textContent = query.plan.trim();
  $("table-path").textContent = query.table;
  for (const element of document.querySelectorAll(".windowed")) element.hidden = !windowed();
  if (!windowed()) $("h-watermark").textContent = "Partitions of this instance";
  const facts = [["Source", "topic " + query.topic], ["Table", query.table], ["Trigger", query.trigger], ...(windowed()
    ? [["Windows of", span(query.windowSeconds)], ["Watermark delay", span(query.delaySeconds)], ["Grouped by", query.keys.join(", ") || "nothing but the window"]]
    : [["Windows", "none: rows are appended as they come"]])];
  $("facts").replaceChildren(...facts.flatMap(([name, value]) => {
    const dt = document.createElement("dt");
    const dd = document.createElement("dd");
    dt.textContent = name;
    dd.textContent = value;
    return [dt, dd];
  }));
  $("aggregate").replaceChildren(...query.aggregates.map(name => new Option(name, name)));
}

async function health() {
  const now = await ask("/health/ready");
  const state = $("state");
  const text = now.state.toLowerCase().replace("_", " ");
  if (state.textContent !== text) state.textContent = text;
  state.className = "badge " + (now.ready ? "good" : now.live ? "warn" : "bad");
  state.title = now.reason || "";
  return now;
}

function tiles(progress) {
  const rows = progress.partitions.reduce((sum, p) => sum + p.rows + p.deadLetters, 0);
  const at = seconds(progress.timestamp);
  const rate = rowsBefore && rows >= rowsBefore.rows && at > rowsBefore.at ? (rows - rowsBefore.rows) / (at - rowsBefore.at) : 0;
  rowsBefore = { rows, at };
  progress.rateNow = rate;
  const backlog = progress.backlog;
  $("t-processed").textContent = number(rate);
  $("t-in").textContent = backlog.lag < 0 ? "–" : number(backlog.inputRowsPerSecond);
  $("t-lag").textContent = backlog.lag < 0 ? "–" : number(backlog.lag);
  const operator = progress.stateOperators[0];
  if (operator) {
    $("t-windows").textContent = number(operator.openWindows);
    $("t-groups").textContent = number(operator.numRowsTotal) + (operator.numRowsTotal === 1 ? " group" : " groups");
  }
  $("t-late").textContent = number(progress.lateRows);
  $("t-dead").textContent = number(progress.deadLetters);
  $("t-late").parentElement.classList.toggle("alert", progress.lateRows > 0);
  $("t-dead").parentElement.classList.toggle("alert", progress.deadLetters > 0);
  $("t-version").textContent = progress.sink.version < 0 ? "–" : number(progress.sink.version);
  $("t-rows").textContent = number(progress.sink.totalOutputRows) + (progress.sink.totalOutputRows === 1 ? " row written" : " rows written");
  $("t-cpu").textContent = number(progress.cpuSeconds, 1);
  $("t-cpu-unit").textContent = "seconds, in " + span(progress.wallSeconds) + " since the start";
  nulled = progress.partitions.reduce((sum, p) => sum + p.nulledRecords, 0);
  $("t-nulled").textContent = "since the start" + (nulled > 0 ? ", and " + number(nulled) + " with columns nulled" : "");
  const summary = progress.state.restoreRecordsLeft > 0
    ? "restoring state: " + number(progress.state.restoreRecordsLeft) + " records left"
    : backlog.lag < 0 ? "" : backlog.summary;
  if ($("backlog").textContent !== summary) $("backlog").textContent = summary;
}

function remember(progress) {
  const push = (name, value) => {
    history[name].push(value);
    if (history[name].length > KEPT) history[name].shift();
  };
  push("time", seconds(progress.timestamp));
  push("input", progress.backlog.lag < 0 ? null : progress.backlog.inputRowsPerSecond);
  push("processed", progress.rateNow);
  push("lag", progress.backlog.lag < 0 ? null : progress.backlog.lag);
  push("watermark", seconds(progress.eventTime.watermark));
  push("event", seconds(largest(progress)));
  rateChart.show([history.time, history.input, history.processed]);
  lagChart.show([history.time, history.lag]);
  if (windowed()) watermarkChart.show([history.time, history.watermark, history.event]);
}

function largest(progress) {
  return progress.partitions.map(p => p.maxEventTime).filter(Boolean).sort((a, b) => seconds(a) - seconds(b)).pop() || "";
}

function windows(progress, activity) {
  timeline.update(activity.windows, progress.eventTime.watermark || "", largest(progress), query.delaySeconds);
  const held = (progress.eventTime.heldBackBy || "").split(", ").filter(Boolean);
  const rule = "the largest event time less " + span(query.delaySeconds);
  $("windows-note").textContent = "A window closes when the watermark reaches its end. "
    + (progress.eventTime.watermark ? "The watermark is " + clock(progress.eventTime.watermark) + ": " + rule : "There is no watermark yet; it will be " + rule)
    + waitedFor(held, progress.partitions.length) + ".";
  if (activity.windows.length === 0) showWindow();
}

// where all hold it back alike, nobody is waited for
function waitedFor(held, partitions) {
  if (held.length === 0 || held.length >= partitions) return "";
  return held.length === 1 ? "; partition " + held[0] + " is waited for" : "; partitions " + held.join(", ") + " are waited for";
}

async function showWindow() {
  const start = timeline.selected;
  if (query && !windowed()) return;
  if (!start || !query) {
    $("h-window").textContent = "Open window";
    $("window-note").textContent = "No window is open.";
    $("groups-chart").hidden = true;
    fillTable($("groups-table"), [], [], "No window is open.");
    shownGroups = null;
    return;
  }
  try {
    const page = await ask("/api/windows/" + encodeURIComponent(start) + "?limit=" + GROUPS_SHOWN);
    if (start === timeline.selected) {
      shownGroups = { start, page };
      drawGroups();
    }
  } catch (refused) {
    if (refused.status === 404) $("window-note").textContent = "This window has closed; its rows go to the table.";
    else if (refused.status === 503) $("window-note").textContent = "Partitions are on the move; the groups come back in a moment.";
    else throw refused;
  }
}

function drawGroups() {
  if (!shownGroups) return;
  const rows = shownGroups.page.windows;
  const aggregate = $("aggregate").value;
  const label = row => Object.values(row.keys).map(value => (value === null ? "null" : String(value))).join(" · ") || "all";
  const first = rows[0];
  $("h-window").textContent = "Open window " + clock(shownGroups.start, largestSeen()) + (first ? "–" + clock(first.windowEnd, shownGroups.start) : "");
  $("window-note").textContent = number(rows.length) + (rows.length === 1 ? " group" : " groups") + (shownGroups.page.next ? " shown of more" : "")
    + ", committed, of all instances. Closes with an event of " + (first ? clock(first.closesAt, shownGroups.start) : "–") + " or later.";
  const values = rows.map(row => row.aggregates[aggregate]).map(value => (typeof value === "number" ? value : null));
  const plottable = values.some(value => value !== null);
  $("groups-chart").hidden = !plottable;
  if (plottable) groupsChart.show([rows.map((row, i) => i), values], JSON.stringify({ name: aggregate, labels: rows.map(label), bars: fromZero(values) }));
  fillTable($("groups-table"), [...query.keys, ...query.aggregates.map(text => ({ text, kind: "number" })), { text: "Partition", kind: "number" }],
    rows.map(row => [...query.keys.map(key => String(row.keys[key])),
      ...query.aggregates.map(name => ({ text: typeof row.aggregates[name] === "number" ? number(row.aggregates[name], 3) : String(row.aggregates[name]), kind: "number" })),
      { text: number(row.partition), kind: "number" }]), "No groups.");
}

// a bar must begin at zero; values that are far from it are told apart as points
function fromZero(values) {
  const known = values.filter(value => value !== null);
  const low = Math.min(...known);
  const high = Math.max(...known);
  return low >= 0 && (known.length === 1 || low < 0.7 * high || high - low < 1e-9);
}

const largestSeen = () => timeline.eventTime || "";

function partitions(progress) {
  const now = Date.now() / 1000;
  const right = text => ({ text, kind: "number" });
  const nulls = p => (nulled > 0 ? [right(number(p.nulledRecords))] : []);
  const empty = "This instance works on no partition yet.";
  if (!windowed()) {
    const timed = progress.partitions.some(p => p.maxEventTime);
    fillTable($("partitions"),
      ["Partition", ...(timed ? ["Largest event time"] : []), right("Read"), right("Left out by WHERE"), right("Dead letters"), ...(nulled > 0 ? [right("Columns nulled")] : [])],
      progress.partitions.map(p => [String(p.partition), ...(timed ? [clock(p.maxEventTime)] : []),
        right(number(p.rows + p.deadLetters)), right(number(p.filteredRows)), right(number(p.deadLetters)), ...nulls(p)]), empty);
    return;
  }
  fillTable($("partitions"),
    ["Partition", "Watermark", right("Behind event time"), right("Behind the clock"), right("Rows"), right("Late"), right("Dead letters"),
      ...(nulled > 0 ? [right("Columns nulled")] : [])],
    progress.partitions.map(p => [
      p.partition + (p.idle ? " (idle)" : ""),
      clock(p.watermark),
      right(p.watermark ? span(seconds(p.maxEventTime) - seconds(p.watermark)) : "–"),
      right(p.watermark ? span(now - seconds(p.watermark)) : "–"),
      right(number(p.rows)), right(number(p.lateRows)), right(number(p.deadLetters)),
      ...nulls(p)]), empty);
}

function lateness(activity) {
  const total = activity.latenessRows.reduce((sum, rows) => sum + rows, 0);
  const most = Math.max(1, ...activity.latenessRows);
  // without a watermark's column rows have no event time
  const timeless = !windowed() && total === 0;
  $("lateness-card").hidden = timeless;
  // what is left then stands beside it, one above the other
  $("throughput-card").classList.toggle("tall-card", timeless);
  $("lateness-note").textContent = total === 0 ? "No row has come since the start of this instance."
    : "How far behind the largest event time of its partition each row came." + (windowed() ? " Beyond the delay of " + span(query.delaySeconds) + " a row may be late." : "")
      + " Bars are logarithmic.";
  const bounds = activity.latenessSeconds;
  const table = $("lateness");
  table.replaceChildren();
  const last = activity.latenessRows.findLastIndex(rows => rows > 0);
  activity.latenessRows.slice(0, last + 1).forEach((rows, i) => {
    const line = table.insertRow();
    line.insertCell().textContent = i === 0 ? "not behind" : i < bounds.length ? "up to " + span(bounds[i]) : "more than " + span(bounds[i - 1]);
    const bar = line.insertCell();
    bar.className = "bar";
    const track = document.createElement("div");
    track.className = "track";
    // a few late rows among thousands are what is looked for here
    track.style.width = (100 * Math.log1p(rows)) / Math.log1p(most) + "%";
    track.hidden = rows === 0;
    bar.append(track);
    const count = line.insertCell();
    count.className = "number";
    count.textContent = number(rows);
    // the bucket that the delay lies in holds rows of both kinds
    if (windowed() && i > 0 && bounds[i - 1] >= query.delaySeconds) line.className = "dropped";
  });
}

function commits(recent) {
  const versions = recent.filter(report => report.sink.numOutputRows > 0).reverse().slice(0, 12);
  fillTable($("commits"), [{ text: "Version", kind: "number" }, "Committed", { text: "Rows", kind: "number" }, { text: "Took", kind: "number" }, ...(windowed() ? ["Watermark then"] : [])],
    versions.map(report => [{ text: number(report.sink.version), kind: "number" }, report.timestamp.slice(0, 19).replace("T", " "),
      { text: number(report.sink.numOutputRows), kind: "number" }, { text: number(report.durationMs.addBatch) + " ms", kind: "number" }, ...(windowed() ? [clock(report.eventTime.watermark)] : [])]),
    "Nothing has been committed since the start of this instance.");
  const newest = versions.length ? versions[0].sink.version : -1;
  if (newest !== lastCommit && lastCommit >= 0) {
    const row = $("commits").tBodies[0]?.rows[0];
    row?.classList.add("new");
    setTimeout(() => row?.classList.remove("new"), 2500);
  }
  lastCommit = newest;
}

function deadLetters(letters) {
  $("dead-note").textContent = (letters.length === 0 ? "" : "The newest " + number(letters.length)
    + ", of all instances. The command sluice dead-letters shows all, counts their reasons and sends them back when it is mended. ")
    + (nulled === 0 ? "" : number(nulled) + (nulled === 1 ? " record has" : " records have")
      + " null in columns that could not be read, since the query began (badRecords: toNull); these are rows, and no dead letters.");
  fillTable($("dead"), ["Time", "Place", "Stage", "Column", "Reason", "Value"],
    letters.map(letter => [letter.time.slice(0, 19).replace("T", " "), letter.place || "–", letter.stage.toLowerCase(), letter.column || "–",
      { text: letter.reason, kind: "long" }, { text: letter.value, kind: "long" }]),
    "There are none.");
}

function problem(text) {
  $("problem").hidden = !text;
  if ($("problem").textContent !== text) $("problem").textContent = text;
}

let turn = 0;
async function tick() {
  if (!paused && !document.hidden) {
    try {
      await health();
      $("login").hidden = true;
      await once();
      if (turn % 3 === 0) await Promise.all([showWindow(), sometimes()]);
      turn++;
      problem("");
    } catch (refused) {
      if (refused instanceof Unauthorized) {
        $("login-problem").textContent = sessionStorage.getItem("sluice.token") ? "That is not the token." : "";
        $("login").hidden = false;
        problem("");
      } else if (refused.status === 503) {
        problem(refused.message);
      } else if (refused instanceof TypeError) {
        $("state").textContent = "not reached";
        $("state").className = "badge bad";
        problem("This instance does not answer. The page goes on trying.");
      } else {
        problem(refused.message);
      }
    }
  }
  setTimeout(tick, 1000);
}

function pause() {
  paused = !paused;
  $("pause").textContent = paused ? "Go on" : "Pause";
  $("pause").setAttribute("aria-pressed", String(paused));
}

function theme(next) {
  if (next === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  $("theme").textContent = "Theme: " + next;
  localStorage.setItem("sluice.theme", next);
  for (const chart of [rateChart, lagChart, watermarkChart, groupsChart]) chart.redraw();
}

const THEMES = ["auto", "dark", "light"];
const nextTheme = () => THEMES[(THEMES.indexOf(localStorage.getItem("sluice.theme") || "auto") + 1) % THEMES.length];

$("pause").addEventListener("click", pause);
$("theme").addEventListener("click", () => theme(nextTheme()));
$("aggregate").addEventListener("change", drawGroups);
$("login").addEventListener("submit", event => {
  event.preventDefault();
  sessionStorage.setItem("sluice.token", $("token").value);
});
document.addEventListener("keydown", event => {
  if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "p") pause();
  if (event.key === "t") theme(nextTheme());
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme(localStorage.getItem("sluice.theme") || "auto"));
theme(THEMES.includes(localStorage.getItem("sluice.theme")) ? localStorage.getItem("sluice.theme") : "auto");
tick();

// Asks the server. A token is kept for this tab only; a user and password are asked for by the browser itself.

export class Unauthorized extends Error {}

export async function ask(path) {
  const headers = {};
  const token = sessionStorage.getItem("sluice.token");
  if (token) headers.Authorization = "Bearer " + token;
  const answer = await fetch(path, { headers, cache: "no-store" });
  if (answer.status === 401 && (answer.headers.get("WWW-Authenticate") || "").startsWith("Bearer")) throw new Unauthorized();
  const body = await answer.json();
  if (!answer.ok && !path.startsWith("/health/")) {
    const refused = new Error(body.error || "status " + answer.status);
    refused.status = answer.status;
    throw refused;
  }
  return body;
}

export const number = (value, digits = 0) =>
  value === null || value === undefined || Number.isNaN(value) ? "–"
    : value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: 0 });

export const seconds = iso => (iso ? Date.parse(iso) / 1000 : null);

// 08:10:00, with the day where it is not the reference's
export function clock(iso, reference) {
  if (!iso) return "–";
  const day = iso.slice(0, 10);
  const time = iso.slice(11, 19);
  const short = time.endsWith(":00") ? time.slice(0, 5) : time;
  return reference && reference.slice(0, 10) === day ? short : day + " " + short;
}

export function span(secs) {
  if (secs === null || secs === undefined) return "–";
  const sign = secs < 0 ? "-" : "";
  const s = Math.abs(Math.round(secs));
  if (s < 120) return sign + s + " s";
  if (s < 7200) return sign + Math.round(s / 60) + " min";
  if (s < 172800) return sign + Math.round(s / 3600) + " h";
  return sign + Math.round(s / 86400) + " d";
}

// rows of cells: text, or {text, kind} with a class of the stylesheet
export function fillTable(table, headings, rows, empty) {
  // what has not changed stays as it is, with the text that somebody has marked in it
  const content = JSON.stringify([headings, rows, empty]);
  if (table.content === content) return;
  table.content = content;
  table.replaceChildren();
  if (rows.length === 0) {
    const cell = table.insertRow().insertCell();
    cell.textContent = empty;
    cell.className = "empty";
    return;
  }
  const head = table.createTHead().insertRow();
  for (const heading of headings) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = heading.text || heading;
    if (heading.kind) cell.className = heading.kind;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const [i, value] of row.entries()) {
      const cell = line.insertCell();
      // where there is no room for columns, each cell says what it is
      cell.dataset.label = headings[i].text || headings[i];
      cell.textContent = value && value.text !== undefined ? value.text : value;
      if (value && value.kind) cell.className = value.kind;
    }
  }
}

// The tariff that held at an instant, as far as is known today: At of package tariff, for /api/prices/{tool}.json.

// at returns {tariff, assumed}: how many lines nobody had read so early; undefined when nothing is known of the tool.
export function at(history, instant) {
  const when = Date.parse(instant), tariff = { id: history.id, name: history.name, lines: [], factors: [] };
  const released = release(history);
  let assumed = 0, known = false;
  for (const part of history.intervals) {
    if (part.knownUntil) continue;
    const early = Date.parse(part.validFrom) > when;
    if (early && (!isFirst(history, part) || (!part.frame && when < released))) continue;
    if (part.validUntil && Date.parse(part.validUntil) <= when) continue;
    if (part.frame) {
      Object.assign(tariff, part.frame);
      known = true;
    } else if (part.factor) {
      tariff.factors.push(part.factor);
    } else {
      assumed += early && !seenBy(part.line, when);
      tariff.lines.push(part.line);
    }
  }
  return known ? { tariff, assumed } : undefined;
}

// seenBy reports whether anybody had read a line by an instant.
function seenBy({ evidence = {}, terms }, when) {
  return [evidence.verifiedAt, evidence.confirmedAt, evidence.fetchedAt, terms.from].some((day) => day && Date.parse(day) <= when);
}

// release is the first instant at which the tool can have been sold, as it was known last.
function release(history) {
  const frames = history.intervals.filter((part) => part.frame);
  const from = frames.at(-1)?.frame.sale.from;
  return from ? Date.parse(from) : -Infinity;
}

// isFirst reports whether a part began with what the first snapshot knew of its group.
function isFirst(history, part) {
  return history.intervals.some((first) => first.knownFrom === history.since && first.validFrom === part.validFrom && groupOf(first) === groupOf(part));
}

// groupOf names the parts that change together.
function groupOf({ line, factor }) {
  if (line) {
    const { kind, service, region, effort } = line.terms;
    return JSON.stringify([kind === "announced" ? "announced" : "line", line.class, service ?? "", region ?? "", effort ?? ""]);
  }
  return JSON.stringify(factor ? ["factor", factor.service ?? "", factor.region ?? ""] : ["frame"]);
}

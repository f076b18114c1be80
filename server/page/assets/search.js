// Finding models by any of their names.

// plain is a name without anything that people write in several ways.
export const plain = (text) => text.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, "");

// finder returns what says whether a model is meant by a query. aliases are those of /api/aliases.json, [] before they
// are there.
export function finder(query, aliases) {
  const wanted = plain(query), words = query.split(/\s+/).map(plain).filter(Boolean);
  if (!wanted) return () => true;
  const spelled = new Set(aliases.filter((a) => plainly(a).includes(wanted)).map((a) => a.tool));
  return (model) => {
    const own = plain(model.provider + model.name), all = own + plain(model.id);
    return own.includes(wanted) || plain(model.id).includes(wanted) || spelled.has(model.id) || words.every((w) => all.includes(w));
  };
}

// plainly is the plain name of an alias, made once: there are thousands, and each key that is pressed compares them all.
const plainly = (alias) => (alias.plain ??= plain(alias.name));

// gone is the alias of a model that is no longer listed and that a query names in full; undefined: it names none.
export function gone(query, aliases) {
  return aliases.find((a) => a.withdrawn && plainly(a) === plain(query));
}

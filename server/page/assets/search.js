// Finding models by any of their names.

// plain is a name without anything that people write in several ways.
export const plain = (text) => text.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, "");

// finder returns what says whether a model is meant by a query. aliases are those of /api/aliases.json, [] before they
// are there.
export function finder(query, aliases) {
  const wanted = plain(query), words = query.split(/\s+/).map(plain).filter(Boolean);
  if (!wanted) return () => true;
  const spelled = new Set(aliases.filter((a) => plain(a.name).includes(wanted)).map((a) => a.tool));
  return (model) => {
    const own = plain(model.provider + model.name), all = own + plain(model.id);
    return own.includes(wanted) || plain(model.id).includes(wanted) || spelled.has(model.id) || words.every((w) => all.includes(w));
  };
}

// gone is the alias of a model that is no longer listed and that a query names in full; undefined: it names none.
export function gone(query, aliases) {
  return aliases.find((a) => a.withdrawn && plain(a.name) === plain(query));
}

// Reads an archive with warcio and compares every payload with the digest its record claims. Prints one line a record.
// usage: node check.cjs <directory of the warcio package> <archive>
const { createHash } = require("node:crypto");
const { createReadStream } = require("node:fs");
const { WARCParser } = require(process.argv[2]);

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes) {
  let bits = "";
  for (const b of bytes) bits += b.toString(2).padStart(8, "0");
  return bits.match(/.{5}/g).map((five) => alphabet[parseInt(five, 2)]).join("");
}

async function main() {
  let bad = 0;
  for await (const record of new WARCParser(createReadStream(process.argv[3]))) {
    const payload = await record.readFully(false); // as stored, not decoded
    const claimed = record.warcHeader("WARC-Payload-Digest");
    const found = "sha1:" + base32(createHash("sha1").update(payload).digest());
    const holds = record.warcType !== "response" || claimed === found;
    if (!holds) bad++;
    console.log([record.warcType, record.warcTargetURI ?? "-", holds ? "ok" : `claims ${claimed}, is ${found}`].join(" "));
  }
  process.exit(bad ? 1 : 0);
}

main().catch((err) => {
  console.error(err);
  process.exit(2);
});

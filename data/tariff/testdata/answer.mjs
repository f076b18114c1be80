// Answers the questions of a file of vectors with tariff.js: node answer.mjs TARIFF.JS VECTORS.JSON
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [script, vectors] = process.argv.slice(2);
const { price, Problems } = await import(pathToFileURL(script));
const { tariffs, questions } = JSON.parse(readFileSync(vectors, "utf8"));

const answers = questions.map(({ tariff, usage }) => {
  try {
    return { cost: price(tariffs[tariff], usage) };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { problems: error.problems };
  }
});
console.log(JSON.stringify(answers));

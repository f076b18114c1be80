// What the pages beside the explorer need of scripts: the banner of data that have become overdue since they were rendered.
import { warn } from "./freshness.js";

warn(document.getElementById("overdue"), document.getElementById("due"));

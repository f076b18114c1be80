// Where documents and pages are: beside the folder of the scripts, wherever a site lies. A site of plain files names pages with an ending.

const root = new URL("../../", import.meta.url);

export const documentAt = (path) => new URL(path, root).href;

export const toolPage = (id) => new URL(`tools/${encodeURIComponent(id)}`, root).pathname + (document.documentElement.dataset.ending ?? "");

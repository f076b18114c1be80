// The buttons that copy a line. Where a page may not write to the clipboard, the line is selected instead.

for (const button of document.querySelectorAll("button[data-copies]")) {
  const line = document.getElementById(button.dataset.copies);
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(line);
    const copied = await navigator.clipboard?.writeText(line.textContent).then(() => true, () => false);
    button.textContent = copied || document.execCommand("copy") ? "Copied" : "Selected";
  });
}

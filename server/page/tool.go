package page

// ToolsFolder is where the pages of tools are. A page has an anchor for each published field, named as in the
// provenance (#pricing.input), to which the cells of the table lead; besides #work, #solved, #releaseDate and #state.
const ToolsFolder = "/tools/"

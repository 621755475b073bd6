/** The paths of tsconfig.json in the form that dependency-cruiser can read. */
module.exports = { resolve: { alias: { "@": process.cwd() } } }

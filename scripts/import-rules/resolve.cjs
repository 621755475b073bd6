/** The paths of tsconfig.json in a form that dependency-cruiser can read. */
module.exports = { resolve: { alias: { "@": process.cwd() } } }

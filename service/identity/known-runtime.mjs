// oidc-provider says at its start that it knows Node 22 and newer alone. The oldest Node that package.json names runs
// all tests, so that the one sentence is left out; whatever else it warns of is written.
const { warn } = console

console.warn = (...texts) => {
  if (!/^\S*oidc-provider WARNING: Unsupported runtime\./.test(`${texts[0]}`)) warn(...texts)
}

// A separate process, so that sending requests costs the measured processes nothing: reads options
// as JSON and prints autocannon's figures.
import autocannon from "autocannon"

const { url, unique, ...options } = JSON.parse(process.argv[2] ?? "{}")
const { pathname, search } = new URL(url)
let count = 0

/** Ends the query differently with every request. */
const setupRequest = (request) => {
  count += 1
  return { ...request, path: `${pathname}${search}${process.pid}-${count}` }
}

const result = await autocannon({
  ...options,
  url,
  ...(unique && { requests: [{ setupRequest }] }),
})
process.stdout.write(JSON.stringify(result))

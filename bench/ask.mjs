// A process of its own, so that asking costs the measured ones nothing: options as JSON in, autocannon's figures out.
import autocannon from "autocannon"

const { url, unique, ...options } = JSON.parse(process.argv[2] ?? "{}")
const { pathname, search } = new URL(url)
let count = 0

/** Another end of the query with every request. */
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

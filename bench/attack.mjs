// A process of its own, so that attacking costs the measured ones nothing: asks as often at once as is
// told, each again as soon as it is answered, until the time is over; prints how often each status came.
const { url, atOnce, seconds, ...init } = JSON.parse(process.argv[2] ?? "{}")
const end = performance.now() + seconds * 1000
const statuses = {}

async function ask() {
  const answer = await fetch(url, init)
  for await (const _ of answer.body ?? []);
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
}

async function askOnAndOn() {
  while (performance.now() < end) await ask()
}

await Promise.all(Array.from({ length: atOnce }, askOnAndOn))
process.stdout.write(JSON.stringify(statuses))

/** Facts about the API from one source, by key: `2.3 dataSource type` → `string`. */
export class Facts extends Map<string, string> {
  /** Adds a fact. A contradiction keeps both values, so that neither compares equal. */
  add(key: string, value: string) {
    const earlier = this.get(key)
    this.set(key, earlier === undefined || earlier === value ? value : `${earlier} / ${value}`)
  }
}

/** The facts in which two sources differ, one sentence each. */
export function differences(specified: Facts, described: Facts): string[] {
  const keys = [...new Set([...specified.keys(), ...described.keys()])].toSorted()
  return keys.flatMap((key) => {
    const [expected, actual] = [specified.get(key), described.get(key)]
    if (expected === actual) return []
    return [`${key}: specified ${expected ?? "nowhere"}, in the catalogue ${actual ?? "absent"}`]
  })
}

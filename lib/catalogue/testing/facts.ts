/** What a source says about the API, one item a key: `2.3 dataSource type` → `string`. */
export class Facts extends Map<string, string> {
  /** Records an item; a source that contradicts an earlier one leaves both, so that neither compares equal. */
  add(key: string, value: string) {
    const earlier = this.get(key)
    this.set(key, earlier === undefined || earlier === value ? value : `${earlier} / ${value}`)
  }
}

/** Every item in which two sources differ, each as one sentence. */
export function differences(specified: Facts, described: Facts): string[] {
  const keys = [...new Set([...specified.keys(), ...described.keys()])].toSorted()
  return keys.flatMap((key) => {
    const [expected, actual] = [specified.get(key), described.get(key)]
    if (expected === actual) return []
    return [`${key}: specified ${expected ?? "nowhere"}, in the catalogue ${actual ?? "absent"}`]
  })
}

/** Waiting items, first come first served for each owner, and the owners in turn: one with a hundred items delays another's by one. */
export class RoundRobin<Item> {
  private readonly lines = new Map<string, Item[]>()
  private items = 0

  get size(): number {
    return this.items
  }

  countOf(owner: string): number {
    return this.lines.get(owner)?.length ?? 0
  }

  add(owner: string, item: Item): void {
    const line = this.lines.get(owner)
    if (line) line.push(item)
    else this.lines.set(owner, [item])
    this.items += 1
  }

  /** Takes out whose turn it is. */
  next(): Item | undefined {
    for (const [owner, line] of this.lines) {
      const item = line.shift()
      this.lines.delete(owner)
      if (line.length > 0) this.lines.set(owner, line)
      this.items -= 1
      return item
    }
    return undefined
  }

  /** False where it was not here. */
  remove(owner: string, item: Item): boolean {
    const line = this.lines.get(owner) ?? []
    const place = line.indexOf(item)
    if (place < 0) return false
    line.splice(place, 1)
    if (line.length === 0) this.lines.delete(owner)
    this.items -= 1
    return true
  }

  /** All of them in the order in which `next` would give them. */
  inTurn(): Item[] {
    const lines = [...this.lines.values()]
    const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
    const rounds = Array.from({ length: longest }, (_, round) => round)
    return rounds.flatMap((round) => lines.flatMap((line) => line.slice(round, round + 1)))
  }
}

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

  /** How many items those owners have. */
  sizeOf(has: (owner: string) => boolean): number {
    return this.chosen(has).reduce((sum, [, line]) => sum + line.length, 0)
  }

  add(owner: string, item: Item): void {
    const line = this.lines.get(owner)
    if (line) line.push(item)
    else this.lines.set(owner, [item])
    this.items += 1
  }

  /** Takes out whose turn it is. */
  next(): Item | undefined {
    const [owner] = this.lines.keys()
    return owner === undefined ? undefined : this.nextOf(owner)
  }

  /** Takes out the owner's first, whoever's turn it is. */
  nextOf(owner: string): Item | undefined {
    const line = this.lines.get(owner)
    if (!line) return undefined
    const item = line.shift()
    this.lines.delete(owner)
    if (line.length > 0) this.lines.set(owner, line)
    this.items -= 1
    return item
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

  /** All of those owners' in the order in which `next` would give them. */
  inTurn(has: (owner: string) => boolean = () => true): Item[] {
    const lines = this.chosen(has).map(([, line]) => line)
    const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
    const rounds = Array.from({ length: longest }, (_, round) => round)
    return rounds.flatMap((round) => lines.flatMap((line) => line.slice(round, round + 1)))
  }

  private chosen(has: (owner: string) => boolean) {
    return [...this.lines].filter(([owner]) => has(owner))
  }
}

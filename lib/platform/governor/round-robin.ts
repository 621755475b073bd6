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

  /** All of those owners' in the order in which `next` would give them, if they had had so many each before. */
  inTurn(has: (owner: string) => boolean = () => true, had: (owner: string) => number = () => 0) {
    const turns = this.chosen(has).flatMap(([owner, line]) => {
      const before = had(owner)
      return line.map((item, index) => ({ item, turn: before + index }))
    })
    return turns.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item)
  }

  /** How many of those owners' items come before the owner's next one. */
  aheadOf(owner: string, has: (owner: string) => boolean, had: (owner: string) => number): number {
    const turn = had(owner) + this.countOf(owner)
    return this.chosen(has).reduce(
      (sum, [each, { length }]) => sum + Math.min(length, Math.max(0, turn + 1 - had(each))),
      0,
    )
  }

  private chosen(has: (owner: string) => boolean) {
    return [...this.lines].filter(([owner]) => has(owner))
  }
}

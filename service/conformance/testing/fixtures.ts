import type { Catalogue, Gate, Operation, PathParameters } from "@/lib/catalogue"
import type { StoredContainer } from "@/lib/records"
import { guidOf } from "../../testing/small-data"

/**
 * A set of containers, one of each kind that paths name, each inside the previous one. Two sets
 * prove that a list shows only its own records. One further set per feature has that feature
 * disabled.
 */
export type Fixture = "here" | "there" | `without ${string}`

const fixtureId = (fixture: Fixture, kind: string) => guidOf(`${fixture} ${kind}`)

/** The path parameters of an operation for a fixture. */
export const parametersAt = (operation: Operation, fixture: Fixture): PathParameters =>
  Object.fromEntries(
    Object.entries(operation.parameters).map(([name, kind]) => [name, fixtureId(fixture, kind)]),
  )

const switchOf = (operation: Operation, { parameter, feature }: Gate) =>
  `${operation.parameters[parameter]}.${feature}`

/** The fixture in which only this gate's feature is disabled. */
export const fixtureWithout = (operation: Operation, gate: Gate): Fixture =>
  `without ${switchOf(operation, gate)}`

export const gatesOf = (catalogue: Catalogue) =>
  catalogue.operations.flatMap((operation) =>
    (operation.gates ?? []).map((gate) => ({
      id: operation.id,
      title: gate.title,
      operation,
      gate,
    })),
  )

function containersAt(catalogue: Catalogue, fixture: Fixture): StoredContainer[] {
  const switches = gatesOf(catalogue)
    .filter(({ operation, gate }) => fixtureWithout(operation, gate) !== fixture)
    .map(({ operation, gate }) => [switchOf(operation, gate), gate.feature] as const)
  return Object.entries(catalogue.containers).map(([kind, { parent, title }]) => ({
    kind,
    id: fixtureId(fixture, kind),
    name: `${title} ${fixture}`,
    ...(parent !== undefined && { parentId: fixtureId(fixture, parent) }),
    features: [
      ...new Set(
        switches.flatMap(([name, feature]) => (name === `${kind}.${feature}` ? [feature] : [])),
      ),
    ],
  }))
}

/** The containers of all fixtures. */
export function everyContainer(catalogue: Catalogue): StoredContainer[] {
  const fixtures = gatesOf(catalogue).map(({ operation, gate }) => fixtureWithout(operation, gate))
  return [...new Set<Fixture>(["here", "there", ...fixtures])].flatMap((fixture) =>
    containersAt(catalogue, fixture),
  )
}

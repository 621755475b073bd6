import type { Catalogue, Gate, Operation, PathParameters } from "@/lib/catalogue"
import type { StoredContainer } from "@/lib/records"
import { guidOf } from "../../testing/small-data"

/**
 * One thing of every kind that paths name, each inside the one before it, under a name of its own:
 * two places to prove that a list shows only its own, and one for each feature that is switched off.
 */
export type Place = "here" | "there" | `without ${string}`

const placeId = (place: Place, kind: string) => guidOf(`${place} ${kind}`)

/** The path parameters of an operation that name what is at that place. */
export const parametersAt = (operation: Operation, place: Place): PathParameters =>
  Object.fromEntries(
    Object.entries(operation.parameters).map(([name, kind]) => [name, placeId(place, kind)]),
  )

const switchOf = (operation: Operation, { parameter, feature }: Gate) =>
  `${operation.parameters[parameter]}.${feature}`

/** The place where only this gate's feature is off. */
export const placeWithout = (operation: Operation, gate: Gate): Place =>
  `without ${switchOf(operation, gate)}`

/** Every gate of every operation. */
export const gatesOf = (catalogue: Catalogue) =>
  catalogue.operations.flatMap((operation) =>
    (operation.gates ?? []).map((gate) => ({
      id: operation.id,
      title: gate.title,
      operation,
      gate,
    })),
  )

function containersAt(catalogue: Catalogue, place: Place): StoredContainer[] {
  const switches = gatesOf(catalogue)
    .filter(({ operation, gate }) => placeWithout(operation, gate) !== place)
    .map(({ operation, gate }) => [switchOf(operation, gate), gate.feature] as const)
  return Object.entries(catalogue.containers).map(([kind, { parent, title }]) => ({
    kind,
    id: placeId(place, kind),
    name: `${title} ${place}`,
    ...(parent !== undefined && { parentId: placeId(place, parent) }),
    features: [
      ...new Set(
        switches.flatMap(([name, feature]) => (name === `${kind}.${feature}` ? [feature] : [])),
      ),
    ],
  }))
}

/** What all places hold. */
export function everyContainer(catalogue: Catalogue): StoredContainer[] {
  const places = gatesOf(catalogue).map(({ operation, gate }) => placeWithout(operation, gate))
  return [...new Set<Place>(["here", "there", ...places])].flatMap((place) =>
    containersAt(catalogue, place),
  )
}

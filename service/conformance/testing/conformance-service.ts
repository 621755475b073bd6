import { inject } from "vitest"
import {
  type Catalogue,
  catalogue,
  type ListEnvelope,
  type Operation,
  printPath,
} from "@/lib/catalogue"
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from "../../testing/test-service"
import { everyContainer, type Fixture, parametersAt } from "./fixtures"
import { createSample, type Sample } from "./sample"

/** The records that every conformance test reads. */
export const sample: Sample = createSample(catalogue)

/** Loads what every conformance test reads: things to name in paths, and the sample's records. */
export async function loadSample({ store }: Pick<TestService, "store">, from: Catalogue) {
  await store.loadContainers(everyContainer(from))
  for (const recordName of Object.keys(from.records))
    await store.loadRecords(recordName, sample.rows(recordName))
}

/** A service over the sample and nothing else. */
export async function startConformanceService(
  options: Omit<TestServiceOptions, "databaseUrl" | "catalogue" | "count"> = {},
): Promise<TestService> {
  const service = await startTestService({
    databaseUrl: inject("databaseUrl"),
    count: 0,
    ...options,
  })
  await loadSample(service, catalogue)
  return service
}

/** The path of an operation at a place, with a query where one is given. */
export const pathAt = (operation: Operation, fixture: Fixture, query = ""): string =>
  `${printPath(operation, parametersAt(operation, fixture))}${query && `?${query}`}`

/** A list's answer with its status; a refusal has no data. */
export async function readList(service: TestService, path: string) {
  const response = await service.get(path)
  return { status: response.status, body: (await response.json()) as ListEnvelope }
}

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

/** The sample records that all conformance tests read. */
export const sample: Sample = createSample(catalogue)

/** Loads the containers that paths name and the sample's records. */
export async function loadSample({ store }: Pick<TestService, "store">, from: Catalogue) {
  await store.loadContainers(everyContainer(from))
  for (const recordName of Object.keys(from.records))
    await store.loadRecords(recordName, sample.rows(recordName))
}

/** Starts a service with only the sample data. */
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

/** The path of an operation at a fixture, with an optional query. */
export const pathAt = (operation: Operation, fixture: Fixture, query = ""): string =>
  `${printPath(operation, parametersAt(operation, fixture))}${query && `?${query}`}`

/** A list's response with its status. An error has no data. */
export async function readList(service: TestService, path: string) {
  const response = await service.get(path)
  return { status: response.status, body: (await response.json()) as ListEnvelope }
}

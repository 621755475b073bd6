import { rememberOnce } from "../../records"

/** Runs the preparation when it is first needed and never again; where it fails, the next need tries again. */
export const prepareOnce = (prepare: () => Promise<unknown>): (() => Promise<void>) =>
  rememberOnce(async () => {
    await prepare()
  })

/** Has to be made before its first use, also when several processes start at once. */
export interface Preparable {
  prepare(): Promise<void>
}

type Method = (...given: unknown[]) => Promise<unknown>

/**
 * The service, made when it is first used; where that fails, the next use tries again. All methods of a
 * service answer promises, and none needs `this`.
 */
export function prepared<Service extends Preparable>(service: Service): Omit<Service, "prepare"> {
  const { prepare, ...methods } = service
  const ready = prepareOnce(prepare)
  const waiting = Object.entries(methods).map(([name, method]) => [
    name,
    (...given: unknown[]) => ready().then(() => (method as Method)(...given)),
  ])
  return Object.fromEntries(waiting) as Omit<Service, "prepare">
}

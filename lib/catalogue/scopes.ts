import { type Domain, domains, type Operation } from "./operation"

const actionOf = (operation: Operation) => (operation.method === "PATCH" ? "write" : "read")

/**
 * The four scopes of which a token needs one for this operation (specification 5.2). `prefix` is
 * `svc.api` or the configured one.
 */
export function acceptedScopes(operation: Operation, prefix: string): string[] {
  const action = actionOf(operation)
  const { domain } = operation
  return [prefix, `${prefix}:${action}`, `${prefix}.${domain}`, `${prefix}.${domain}:${action}`]
}

/** Every scope of the API: everything, read, write, and the same per domain. */
export function allScopes(prefix: string): string[] {
  const names = (domain: Domain) => (domain === "users" ? ["", ":read", ":write"] : ["", ":read"])
  return [
    ...["", ":read", ":write"].map((end) => `${prefix}${end}`),
    ...domains.flatMap((domain) => names(domain).map((end) => `${prefix}.${domain}${end}`)),
  ]
}

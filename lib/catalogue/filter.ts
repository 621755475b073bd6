import { type ListOperation, type Operator, operators, type Property } from "./operation"
import { ownValue } from "./own-value"
import { type Problem, quote } from "./problem"
import { operatorsOf, type QueryValue, valueTypes } from "./value"

/**
 * One condition. A null value means "is empty" with `eq` and "is not empty" with `ne` (decisions
 * "Filters").
 */
export interface Filter {
  readonly property: string
  readonly operator: Operator
  readonly value: QueryValue
}

const parameterPattern = /^([^[\]]+)(?:\[([^[\]]*)\])?$/

function parseCondition(
  name: string,
  property: Property,
  operatorName: string,
  text: string,
): Filter | string {
  const allowed = operatorsOf(property)
  const operator = allowed.find((known) => known === operatorName)
  if (!operator) return `${name} can be compared with ${allowed.join(", ")} only.`
  const parameter = `${name}[${operator}]`
  if (text === "") {
    if (operator === "eq" || operator === "ne") return { property: name, operator, value: null }
    return `${parameter} needs a value; only eq and ne test for none.`
  }
  const type = valueTypes[property.type]
  const value = type.parse(text)
  return value === undefined
    ? `${parameter} must be ${type.expected}.`
    : { property: name, operator, value }
}

/**
 * Parses `prop=value` or `prop[op]=value` of a list operation, or says what is wrong (decisions
 * "Filters").
 */
export function parseFilter(
  operation: ListOperation,
  parameter: string,
  text: string,
): Filter | Problem {
  const [, name = "", operator = "eq"] = parameterPattern.exec(parameter) ?? []
  const complain = (message: string) => ({ parameter: quote(parameter), message })
  const property = ownValue(operation.properties, name)
  if (!property) return complain(`${quote(parameter)} is not a parameter of this list.`)
  if (!property.filter) return complain(`${name} can be sorted by but not filtered.`)
  const condition = parseCondition(name, property, operator, text)
  return typeof condition === "string" ? complain(condition) : condition
}

/** Filters in the catalogue's order, so that equal conditions print the same. */
export function canonicalFilters(operation: ListOperation, filters: readonly Filter[]): Filter[] {
  const names = Object.keys(operation.properties)
  const rank = (filter: Filter) =>
    names.indexOf(filter.property) * operators.length + operators.indexOf(filter.operator)
  return filters.toSorted((a, b) => rank(a) - rank(b))
}

/** A filter's parameter name: plain for `eq`, else `prop[op]`. */
export const printFilterName = ({ property, operator }: Filter): string =>
  operator === "eq" ? property : `${property}[${operator}]`

/**
 * A filter's value in the form that `parseFilter` accepts. Integers are printed without an
 * exponent.
 */
export const printFilterValue = ({ value }: Filter): string =>
  typeof value === "number" && Number.isInteger(value) ? `${BigInt(value)}` : `${value ?? ""}`

import { useCallback, useId, useMemo, useRef, useState } from "react"
import { type Resolver, useForm, useWatch } from "react-hook-form"
import {
  catalogue,
  checkDepartment,
  entrySchemas,
  type Fields,
  ownValue,
  type Row,
} from "@/lib/catalogue"
import { useFieldFault } from "../fields/use-field-fault"
import {
  changedNames,
  changedValues,
  editableNames,
  type FormValues,
  valuesOf,
} from "./form-values"

/** Validation of departments' values, shared by the form, the dashboard and the service. */
export const schemas = entrySchemas(catalogue)

/** The id of a field's control, for moving the focus. */
export const controlId = (formId: string, name: string): string => `${formId}-${name}`

/** A department in a form: the record as read, the current values, and their differences. */
export function useDepartmentForm(fields: Fields, record: Row) {
  const names = useMemo(() => editableNames(fields), [fields])
  const [base, setBase] = useState(record)
  const latest = useRef(record)
  const formatFault = useFieldFault()
  const resolver: Resolver<FormValues> = (values) => {
    const { problems } = checkDepartment(schemas, changedValues(names, latest.current, values))
    const errors = problems.flatMap((problem) => {
      const name = String(problem.place[0])
      const field = ownValue(fields, name)
      const message = field ? formatFault(field, ownValue(values, name), problem) : problem.message
      return [[name, { type: "rule", message }] as const]
    })
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) }
  }
  const form = useForm<FormValues>({
    mode: "onTouched",
    defaultValues: valuesOf(names, record),
    resolver,
    shouldFocusError: false,
  })
  const values = useWatch({ control: form.control })
  const { getValues, reset, setValue, trigger } = form

  /** Continues from another record, with these values applied to it. */
  const rebase = useCallback(
    (next: Row, keptValues: FormValues) => {
      latest.current = next
      setBase(next)
      reset(valuesOf(names, next))
      for (const [name, value] of Object.entries(keptValues))
        setValue(name, value, { shouldDirty: true, shouldTouch: true })
      if (Object.keys(keptValues).length > 0) void trigger(Object.keys(keptValues))
    },
    [names, reset, setValue, trigger],
  )
  /** The current and the initial values. */
  const own = useCallback(
    () => ({ base: latest.current, mine: { ...latest.current, ...getValues() } }),
    [getValues],
  )
  const changed = useMemo(() => changedNames(names, base, values), [names, base, values])
  const formId = useId()
  return { form, formId, names, base, values, changed, own, rebase }
}

export type DepartmentFormState = ReturnType<typeof useDepartmentForm>

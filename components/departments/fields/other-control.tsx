import type { ControlProps } from "./control-props"

/** A value for which there is no control: it can be looked at. */
export function OtherControl({ id, value }: ControlProps) {
  return (
    <pre
      id={id}
      className="overflow-x-auto rounded-md border bg-sunken px-2.5 py-1.5 font-mono text-xs"
    >
      {JSON.stringify(value)}
    </pre>
  )
}

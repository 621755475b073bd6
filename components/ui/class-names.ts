import { type CxOptions, cx } from "class-variance-authority"

/** Joins class names. No two of one element may set the same thing, except that any wins over a `weak:` one (`app/globals.css`), which whoever uses a component may set otherwise. */
export const cn = (...classes: CxOptions): string => cx(classes)

/** A primitive's props with `className` as plain text. */
export type Styled<Props> = Omit<Props, "className"> & { readonly className?: string | undefined }

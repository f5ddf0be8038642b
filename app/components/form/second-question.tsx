import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { Notice } from "#app/components/ui/notice";

type SecondQuestionProps = {
  question: string;
  idempotencyKey: string;
  /** What says no, and where that leads. */
  no: { label: string; to: string };
  /** The button that says yes, and what is sent with it. */
  children: ReactNode;
};

/** Asks once more, with what it means, before something is sent. */
export function SecondQuestion({ question, idempotencyKey, no, children }: SecondQuestionProps) {
  return (
    <Notice tone="warning" title={question} role="status">
      <Form method="post" idempotencyKey={idempotencyKey} className="row" preventScrollReset>
        {children}{" "}
        <Link to={no.to} className="button quiet" preventScrollReset>
          {no.label}
        </Link>
      </Form>
    </Notice>
  );
}

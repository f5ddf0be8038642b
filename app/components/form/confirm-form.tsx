import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { Notice } from "#app/components/ui/notice";

type SecondQuestionProps = {
  question: string;
  idempotencyKey: string;
  /** Label and target of the link that cancels. */
  no: { label: string; to: string };
  /** The confirm button, and hidden fields to send with it. */
  children: ReactNode;
};

/** Asks for confirmation and explains the consequences before a form is sent. */
export function ConfirmForm({ question, idempotencyKey, no, children }: SecondQuestionProps) {
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

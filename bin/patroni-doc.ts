import { openApiDocument } from "#api/service/openapi";
import { readBrand } from "#contract/look/brand";
import { writeFileSync } from "node:fs";
const d = openApiDocument({brand: readBrand({}), publicOrigin: "http://localhost:3000"}) as any;
writeFileSync("/tmp/patroni-doc.json", JSON.stringify(d, null, 1));
const ops: any = {}; for (const [p, ms] of Object.entries<any>(d.paths)) for (const o of Object.values<any>(ms)) ops[o.operationId] = {p, o};
const seen = new Set<string>(["user.login"]); const todo = ["user.login"];
while (todo.length) for (const l of Object.values<any>(ops[todo.pop()!].o.responses["200"].links ?? {})) if (!seen.has(l.operationId)) { seen.add(l.operationId); todo.push(l.operationId); }
const asked = Object.keys(ops).filter(n => ops[n].o.requestBody || ops[n].p.includes("{"));
console.log(asked.length, asked.filter(n => seen.has(n)).length, asked.filter(n => !seen.has(n)), Object.keys(ops).filter(n=>!seen.has(n)).length);
console.log(JSON.stringify(d).length);

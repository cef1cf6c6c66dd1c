"""Impact and traces pass from a consumer to what its container gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.tools import flow_trace, impact_analysis
from codegraph.tools.index import Index

from .web import make_web

if TYPE_CHECKING:
    from pathlib import Path

FASTAPI = {
    "pyproject.toml": '[project]\nname = "stock"\ndependencies = ["fastapi"]\n',
    "stock.py": """\
class Stock:
    def count(self):
        return 3


def open_stock():
    return Stock()
""",
    "main.py": """\
from fastapi import Depends, FastAPI

from stock import Stock, open_stock

app = FastAPI()


@app.get("/count")
def count(stock: Stock = Depends(open_stock)):
    return stock.count()
""",
}
NESTJS = {
    "package.json": '{"name": "mail", "dependencies": {"@nestjs/common": "10.0.0"}}',
    "src/mailer.ts": "export interface Mailer {\n  send(to: string): void;\n}\n",
    "src/smtp.ts": """\
import { Injectable } from '@nestjs/common';
import { Mailer } from './mailer';

@Injectable()
export class SmtpMailer implements Mailer {
  send(to: string): void {
    this.connect(to);
  }

  private connect(to: string): void {}
}
""",
    "src/mail.controller.ts": """\
import { Controller, Inject, Post } from '@nestjs/common';
import { Mailer } from './mailer';

@Controller('mail')
export class MailController {
  constructor(@Inject('MAILER') private readonly mailer: Mailer) {}

  @Post()
  send() {
    this.mailer.send('all');
  }
}
""",
    "src/mail.module.ts": """\
import { Module } from '@nestjs/common';
import { MailController } from './mail.controller';
import { SmtpMailer } from './smtp';

@Module({
  controllers: [MailController],
  providers: [{ provide: 'MAILER', useClass: SmtpMailer }],
})
export class MailModule {}
""",
}


def endpoints(index: Index, target: str) -> list[str]:
    answer = impact_analysis.run(index, impact_analysis.ImpactAnalysisRequest(target=target))
    return [entry.name for entry in answer.endpoints.entries]


def trace(index: Index, source: str, target: str) -> list[str]:
    request = flow_trace.FlowTraceRequest(from_=source, to=target)
    (path,) = flow_trace.run(index, request).paths
    return [symbol.fqn.partition("::")[2] for symbol in path.symbols]


def test_a_function_that_is_asked_for_is_on_the_way(tmp_path: Path) -> None:
    index = Index.open(make_web(tmp_path, FASTAPI))
    assert endpoints(index, "open_stock") == ["GET /count"]
    assert trace(index, "GET /count", "open_stock") == [
        "main::GET /count",
        "main::count",
        "stock::open_stock",
    ]
    index.close()


def test_behind_a_token_stands_its_implementation(tmp_path: Path) -> None:
    index = Index.open(make_web(tmp_path, NESTJS))
    assert endpoints(index, "SmtpMailer.connect") == ["POST /mail"]
    assert trace(index, "POST /mail", "SmtpMailer.connect") == [
        "src/mail.controller.ts::POST /mail",
        "src/mail.controller.ts::MailController::send",
        "src/smtp.ts::SmtpMailer::send",
        "src/smtp.ts::SmtpMailer::connect",
    ]
    index.close()

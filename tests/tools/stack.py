"""A front end, a back end in another language, and a database layer, as one graph written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..graphs import make_graph, publish

if TYPE_CHECKING:
    from pathlib import Path

GRAPH = """
monorepo  //                                            @
package   api                                           @api
module    api::users                                    @api/users.py
class     api::users::UsersView                         @api/users.py:10-30
method    api::users::UsersView::index                  @api/users.py:12-15
function  api::users::signed_in                         @api/users.py:3-6
endpoint  "api::users::GET /users"                      @api/users.py:11 \
    attributes='{"framework":"flask","method":"GET","middleware":["cors","signed_in"],"path":"/users"}'
module    api::store                                    @api/store.py
class     api::store::Store                             @api/store.py:1-5
method    api::store::Store::all                        @api/store.py:2-3
class     api::store::Database                          @api/store.py:8-19
method    api::store::Database::all                     @api/store.py:9-11
method    api::store::Database::query                   @api/store.py:13-15
module    api::tests/test_users                         @api/tests/test_users.py test
function  api::tests/test_users::test_lists_all         @api/tests/test_users.py:5-8 test
package   web                                           @web
module    web::src/api.ts                               @web/src/api.ts
function  web::src/api.ts::listUsers                    @web/src/api.ts:4-6
module    web::src/page.ts                              @web/src/page.ts
function  web::src/page.ts::Page                        @web/src/page.ts:7-20

web::src/page.ts::Page                  calls      web::src/api.ts::listUsers       9:4
web::src/api.ts::listUsers              requests   "api::users::GET /users"         5:9 inferred rule:path
"api::users::GET /users"                handles    api::users::signed_in            11:20 rule:guard
"api::users::GET /users"                handles    api::users::UsersView::index     11:4 rule:route
api::users::UsersView::index            calls      api::store::Store::all           14:15 inferred rule:type
api::store::Database                    extends    api::store::Store                8:15
api::store::Database::all               overrides  api::store::Store::all           9:8
api::store::Database::all               calls      api::store::Database::query      10:8
api::tests/test_users::test_lists_all   requests   "api::users::GET /users"         6:4 inferred rule:path
"""


def make_stack(root: Path) -> Path:
    """Publish the graph under ``root``; there are no sources."""
    publish(root, make_graph(GRAPH.replace("\\\n", " "))).close()
    return root

"""Prints who paid what, as the shop tells it by webhook. Python 3.11, nothing to install.

As an admin make an API key (Support: Read) and a webhook (order.paid, http://127.0.0.1:8080/). A shop on this machine
reaches that address if it was started with WEBHOOK_NETWORKS=127.0.0.0/8; any other needs a proxy with https. Then:

    SHOP=https://shop.example SHOP_KEY=fafk_... WEBHOOK_SECRET=whsec_... PORT=8080 python3 order_events.py
"""
import base64, hmac, json, os, time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SHOP, KEY = os.environ["SHOP"], os.environ["SHOP_KEY"]
SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
handled_ids = set()  # store them for a month in a real program: after a restart events may come again

def ask_shop(path):
    request = Request(f"{SHOP}/api{path}", headers={"Authorization": f"Bearer {KEY}"})
    with urlopen(request, timeout=5) as answer:
        return json.load(answer, parse_float=Decimal, parse_int=Decimal)["data"]  # money is never a float

def reason_to_refuse(headers, body):
    event_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    mac = hmac.digest(SECRET, f"{event_id}.{sent_at}.".encode() + body, "sha256")
    expected = b"v1," + base64.b64encode(mac)
    given = headers.get("webhook-signature", "").encode().split()  # two on the day after a new secret
    if not any(hmac.compare_digest(expected, signature) for signature in given):
        return "The signature is not the shop's"
    return "More than five minutes old or ahead" if abs(time.time() - int(sent_at)) > 300 else None

def print_order(order):
    goods = [f"{line['quantity']} × {line['name']}" for line in order["lines"]]
    goods += [single["name"] for single in order["singles"]]
    how = "card" if order["paymentMethod"] == "stripe" else "credits"
    print(f"{order['user']['email']} paid CAD {order['total']:.2f} by {how}: {', '.join(goods)}", flush=True)

class Receiver(BaseHTTPRequestHandler):
    timeout = 5  # one caller at a time: a silent one is not waited for
    error_content_type, error_message_format = "text/plain", "%(message)s"

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(max(0, min(length, 1_000_000)))  # cut off, it fits no signature
        if reason := reason_to_refuse(self.headers, body):
            return self.send_error(401, reason)
        event, event_id = json.loads(body), self.headers["webhook-id"]
        if event["type"] == "order.paid" and event_id not in handled_ids:
            try:
                print_order(ask_shop(f"/admin/orders/{event['data']['orderId']}"))
            except OSError as error:  # the shop refuses or is away: it sends the event again
                self.log_error("%s", error)
                return self.send_error(503, "The order could not be read")
            handled_ids.add(event_id)
        self.send_response(204)  # to other events too: a refused one holds up those behind it
        self.end_headers()

try:
    ask_shop("/admin/webhooks")
    raise SystemExit("This key may do more than it needs: make one with Support: Read alone.")
except HTTPError as error:
    if error.code != 403:
        raise SystemExit(f"The key does not work: {error}")
    print("Refused, as it should be:", json.load(error)["error"]["message"], flush=True)
server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print("Listening", flush=True)
server.serve_forever()

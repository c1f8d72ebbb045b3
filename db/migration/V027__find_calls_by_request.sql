-- A partner that is asked about a request names the id that came with it. The log of calls grows by several rows a payout, so that finding one by that id needs an index.
CREATE INDEX provider_call_by_request ON provider_call (correlation_id, id);

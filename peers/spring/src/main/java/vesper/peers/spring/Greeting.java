package vesper.peers.spring;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** The answer of all peers, which Spring MVC has Jackson write. */
@JsonPropertyOrder({"result", "message"})
record Greeting(String result, String message) {}

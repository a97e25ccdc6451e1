package vesper.peers.spring;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** The response of all peers, which Spring MVC writes with Jackson. */
@JsonPropertyOrder({"result", "message"})
record Greeting(String result, String message) {}

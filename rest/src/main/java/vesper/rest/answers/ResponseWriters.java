package vesper.rest.answers;

import vesper.rest.EventSender;

/** The parts that create responses, shared by all methods of the controllers that are read together. */
public record ResponseWriters(
        ValueWriter values,
        Problems problems,
        Failures failures,
        EventSender events,
        JsonLinesResponses lines,
        FileResponses files) {}

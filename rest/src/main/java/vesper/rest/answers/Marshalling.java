package vesper.rest.answers;

import vesper.rest.EventSender;

/** What it takes to make answers, the same for all methods of the controllers that are read together. */
public record Marshalling(
        ValueWriter values,
        Problems problems,
        Failures failures,
        EventSender events,
        LineAnswers lines,
        FileAnswers files) {}

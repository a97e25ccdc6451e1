package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @Test
    void a_callers_trace_goes_on_here_with_a_span_of_its_own() {
        TraceContext trace = TraceContext.of(Headers.of(
                "traceparent", "00-" + TRACE + "-" + SPAN + "-00", "tracestate", "a=1", "tracestate", "b=2"));
        assertThat(trace.traceId()).isEqualTo(TRACE);
        assertThat(trace.parentSpanId()).isEqualTo(SPAN);
        assertThat(trace.spanId()).matches("[0-9a-f]{16}").isNotEqualTo(SPAN);
        assertThat(trace.flags()).isEqualTo("00");
        assertThat(trace.state()).isEqualTo("a=1,b=2");
        assertThat(trace.traceparent()).isEqualTo("00-" + TRACE + "-" + trace.spanId() + "-00");
    }

    @Test
    void without_a_caller_a_trace_begins_here() {
        TraceContext one = TraceContext.of(Headers.NONE);
        assertThat(one.traceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(one.parentSpanId()).isEmpty();
        assertThat(TraceContext.of(Headers.NONE).traceId()).isNotEqualTo(one.traceId());
    }

    @Test
    void a_request_stays_in_the_same_trace_whoever_asks() {
        Request request = Request.of(Method.GET, "/");
        assertThat(request.trace()).isSameAs(request.trace());
    }

    @Test
    void a_later_version_may_have_more() {
        String parent = "01-" + TRACE + "-" + SPAN + "-01-what-comes-later";
        assertThat(TraceContext.of(Headers.of("traceparent", parent)).traceId()).isEqualTo(TRACE);
    }

    @Test
    void a_state_that_is_too_long_is_not_carried_on() {
        TraceContext trace = TraceContext.of(
                Headers.of("traceparent", "00-" + TRACE + "-" + SPAN + "-01", "tracestate", "a=" + "x".repeat(600)));
        assertThat(trace.traceId()).isEqualTo(TRACE);
        assertThat(trace.state()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-" + TRACE + "-" + SPAN + "-01",
                "00-" + TRACE + "-" + SPAN + "-01-more",
                "01-" + TRACE + "-" + SPAN + "-01more",
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
                "00-" + TRACE + "_" + SPAN + "-01",
                "00-" + TRACE + "-" + SPAN + "-0g",
                "0x-" + TRACE + "-" + SPAN + "-01",
            })
    void what_is_no_traceparent_begins_a_new_trace(String text) {
        TraceContext trace = TraceContext.of(Headers.of("traceparent", text, "tracestate", "a=1"));
        assertThat(trace.traceId()).matches("[0-9a-f]{32}").isNotEqualTo(TRACE);
        assertThat(trace.parentSpanId()).isEmpty();
        assertThat(trace.state()).isEmpty();
    }

    @Test
    void of_two_callers_none_is_believed() {
        String parent = "00-" + TRACE + "-" + SPAN + "-01";
        assertThat(TraceContext.of(Headers.of("traceparent", parent, "traceparent", parent))
                        .traceId())
                .isNotEqualTo(TRACE);
    }
}

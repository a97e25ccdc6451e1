package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HandlerStackTest {
    private final List<StackTraceElement> stack = new ArrayList<>();

    @Test
    void the_line_of_the_handler_is_shown_below_all_that_a_runtime_does_for_it() {
        add(null, "jdk.internal.jimage.ImageReader.findNode");
        for (int i = 0; i < 30; i++) add(null, "java.lang.Class.forName0");
        for (int i = 0; i < 30; i++) add("app", "org.codehaus.groovy.vmplugin.v8.IndyInterface.fromCache");
        add("orders", "Orders.greeting");
        add(null, "java.lang.invoke.LambdaForm$MH.invoke");
        add("app", "vesper.rest.ControllerMethod.call");
        add("app", HandlerCalls.class.getName() + ".begin");
        add("app", "vesper.http.Workers.run");

        assertThat(text())
                .isEqualTo("\n    at jdk.internal.jimage.ImageReader.findNode(File:7)"
                        + "\n    at orders//Orders.greeting(File:7)");
    }

    @Test
    void of_a_deep_stack_the_top_is_shown_and_the_handler() {
        for (int i = 0; i < 40; i++) add("app", "com.example.Library.step" + i);
        add("orders", "Orders.helper");
        add("orders", "Orders.greeting");
        add("app", "vesper.rest.ControllerMethod.call");

        List<String> lines = text().lines().skip(1).toList();
        assertThat(lines).hasSize(HandlerStack.MOST + 1);
        assertThat(lines.getFirst()).isEqualTo("    at app//com.example.Library.step0(File:7)");
        assertThat(lines.get(5)).isEqualTo("    ... 30 more");
        assertThat(lines.get(6)).isEqualTo("    at app//com.example.Library.step35(File:7)");
        assertThat(lines.getLast()).isEqualTo("    at orders//Orders.greeting(File:7)");
    }

    @Test
    void a_handler_of_the_program_itself_is_cut_to_the_top_of_its_stack() {
        for (int i = 0; i < 40; i++) add("app", "com.example.Handler.step" + i);
        assertThat(text().lines().skip(1)).hasSize(HandlerStack.MOST);
        assertThat(HandlerStack.text(new StackTraceElement[0])).isEmpty();
    }

    private void add(String loader, String place) {
        int dot = place.lastIndexOf('.');
        stack.add(new StackTraceElement(
                loader, null, null, place.substring(0, dot), place.substring(dot + 1), "File", 7));
    }

    private String text() {
        return HandlerStack.text(stack.toArray(StackTraceElement[]::new));
    }
}

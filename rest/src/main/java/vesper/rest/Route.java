package vesper.rest;

import java.util.List;
import vesper.http.Handler;
import vesper.http.Method;

/**
 * One method of one path pattern and what answers it.
 *
 * @param pattern {@code /api/orders/{id}}: literal segments, {@code {variable}} segments
 * @param consumes media types that a body may have, empty for any
 * @param produces media types that can be answered, empty for any
 * @param handler runs the handler method: binding, the call, marshalling
 * @param source where it was written, for messages: {@code Orders.find (orders/code/Orders.groovy)}
 */
public record Route(
        Method method, String pattern, List<String> consumes, List<String> produces, Handler handler, String source) {}

package vesper.rest.binding;

import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import org.springframework.http.HttpEntity;
import org.springframework.http.RequestEntity;
import org.springframework.web.bind.annotation.RequestBody;

/** {@code @RequestBody}, and the entities of Spring that hold a body beside the header fields. */
final class RequestBodies implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        RequestBody annotation = parameter.getAnnotation(RequestBody.class);
        if (annotation != null) {
            return Optional.of(
                    new BodyArgument(site.codec(), site.typeOf(parameter), annotation.required(), parameter));
        }
        Class<?> type = parameter.getType();
        boolean isEntity = type == HttpEntity.class || type == RequestEntity.class;
        return isEntity ? Optional.of(entity(parameter, site)) : Optional.empty();
    }

    private static Argument entity(Parameter parameter, BindingSite site) {
        Type content = site.typeOf(parameter) instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[0]
                : String.class;
        return new EntityArgument(
                new BodyArgument(site.codec(), content, false, parameter), parameter.getType() == RequestEntity.class);
    }
}

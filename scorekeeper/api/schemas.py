"""JSON schemas of the models, for the OpenAPI document."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import TypedDictSchema

Schema = dict[str, Any]
Schemas = Mapping[Any, Schema]  # by the model


class _Generator(GenerateJsonSchema):
    """Names `GameJson` Game, closes the objects that we answer, and leaves out titles that repeat a key."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).removesuffix("Json").removeprefix("_")

    def typed_dict_schema(self, schema: TypedDictSchema) -> JsonSchemaValue:
        return {**super().typed_dict_schema(schema), "additionalProperties": False}

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schemas_of(models: Iterable[Any]) -> tuple[Schemas, dict[str, Schema]]:
    """Return the schema of each model, and the named schemas that these refer to."""
    found, parts = TypeAdapter.json_schemas(
        ((model, "validation", TypeAdapter(model)) for model in dict.fromkeys(models)),
        ref_template="#/components/schemas/{model}",
        schema_generator=_Generator,
    )
    for schema in parts["$defs"].values():
        del schema["title"]  # the name of the type
    return {model: schema for (model, _mode), schema in found.items()}, parts["$defs"]
